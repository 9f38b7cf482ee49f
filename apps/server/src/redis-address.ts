// Parses REDIS_URL: the address of one Redis, of the nodes of a cluster, or of sentinels.

export interface RedisAddress {
  readonly nodes: readonly { readonly host: string; readonly port: number }[];
  readonly isCluster: boolean;
  /** Name of the primary that the sentinels watch, when the nodes are sentinels; null when the nodes hold data. */
  readonly sentinelGroup: string | null;
  readonly username: string | undefined;
  readonly password: string | undefined;
  readonly db: number;
  readonly isEncrypted: boolean;
}

const DEFAULT_PORT = 6379;
const SENTINEL_PORT = 26_379;
const form =
  /^(?<scheme>rediss?):\/\/(?:(?<credentials>[^@/?]*)@)?(?<nodes>[^@/?]+)(?:\/(?<db>\d*))?(?:\?(?<query>.*))?$/;

function readNode(text: string, defaultPort: number): RedisAddress['nodes'][number] {
  const { hostname, port } = new URL(`redis://${text}`);
  if (hostname === '') throw new TypeError('A node without a host');
  return { host: hostname.replace(/^\[|\]$/g, ''), port: port === '' ? defaultPort : Number(port) };
}

/**
 * Parses `redis://[user:password@]host[:port][/db]`, or `rediss://` for TLS. Several nodes, separated by commas and
 * each with or without a scheme, form a cluster; `?cluster=true` marks a cluster with a single node in the address, and
 * `?sentinel=name` marks the nodes as sentinels. Throws TypeError for any other text.
 */
export function readRedisAddress(url: string): RedisAddress {
  const parts = form.exec(url.replaceAll(/,rediss?:\/\//g, ','))?.groups;
  if (parts?.nodes === undefined) throw new TypeError('Not a redis:// or rediss:// address');
  const query = new URLSearchParams(parts.query);
  const sentinelGroup = query.get('sentinel');
  const port = sentinelGroup === null ? DEFAULT_PORT : SENTINEL_PORT;
  const nodes = parts.nodes.split(',').map((node) => readNode(node, port));
  const [username, ...password] = (parts.credentials ?? '').split(':').map(decodeURIComponent);
  return {
    nodes,
    isCluster: sentinelGroup === null && (nodes.length > 1 || query.get('cluster') === 'true'),
    sentinelGroup,
    username: username || undefined,
    password: password.join(':') || undefined,
    db: Number(parts.db || 0),
    isEncrypted: parts.scheme === 'rediss',
  };
}

export function isRedisAddress(url: string): boolean {
  try {
    readRedisAddress(url);
    return true;
  } catch {
    return false;
  }
}
