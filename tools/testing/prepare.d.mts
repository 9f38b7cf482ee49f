/** The variables that name HAProxy and PgBouncer; installs what is missing of what the cluster needs. */
export function prepareCluster(root: string): Record<string, string>;
