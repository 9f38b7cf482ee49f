// Generates data/montevideo.osm.pbf, the demonstration city, from the OpenStreetMap QA tiles of an npm package.
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeOsmPbf } from '@kerb/testing/osm';
import { assembleSea } from './assemble-sea.ts';
import { buildOsmData } from './build-osm-data.ts';
import { readQaTiles } from './read-qa-tiles.ts';

const SOURCE = 'OpenStreetMap contributors, ODbL 1.0, through OSM QA tiles in npm @mapbox/mvt-fixtures 4.0.0';

const packageJson = createRequire(import.meta.url).resolve('@mapbox/mvt-fixtures/package.json');
const folder = join(dirname(packageJson), 'real-world', 'osm-qa-montevideo');
const target = join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'data', 'montevideo.osm.pbf');

const features = readQaTiles(folder);
const data = buildOsmData(features, assembleSea(features));
const file = writeOsmPbf(data, SOURCE);
writeFileSync(target, file);

const roads = data.ways.filter((way) => way.tags.highway);
const addressed = [...data.nodes, ...data.ways].filter((element) => element.tags['addr:housenumber']);
const places = [...data.nodes, ...data.ways].filter(({ tags }) => tags.name && !tags.highway);
process.stdout.write(
  [
    `${data.nodes.length} nodes, ${data.ways.length} ways, ${data.relations.length} relations`,
    `${roads.length} road ways, ${addressed.length} street addresses, ${places.length} named places`,
    `${(file.length / 1e6).toFixed(1)} MB written to ${target}`,
    '',
  ].join('\n'),
);
