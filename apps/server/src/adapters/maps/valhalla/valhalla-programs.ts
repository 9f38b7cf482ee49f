// Locates Valhalla's programs, which the npm package contains for some platforms only, and creates its configuration.
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Folder with the native programs for this platform; undefined when the package has no programs for it. */
export function valhallaPrograms(): string | undefined {
  const packageJson = createRequire(import.meta.url).resolve('@valhallajs/valhallajs');
  const folder = join(dirname(packageJson), process.platform, process.arch);
  return existsSync(join(folder, 'valhalla_build_tiles')) ? folder : undefined;
}

/** Environment variables with which the programs find their libraries. */
export function libraryEnvironment(programs: string): Record<string, string> {
  const lib = join(programs, 'lib');
  return { LD_LIBRARY_PATH: lib, DYLD_LIBRARY_PATH: lib };
}

const TILE_CACHE_BYTES = 64_000_000;
const quiet = { type: '' };
const limits = {
  max_distance: 500_000,
  max_locations: 30,
  max_matrix_distance: 400_000,
  max_matrix_location_pairs: 2_500,
};

/** The complete configuration: used as a library, Valhalla has no defaults. */
export function valhallaConfig(tileFolder: string): Record<string, unknown> {
  return {
    mjolnir: {
      tile_dir: tileFolder,
      max_cache_size: TILE_CACHE_BYTES,
      concurrency: 2,
      include_driveways: true,
      logging: quiet,
    },
    loki: {
      actions: ['locate', 'route', 'sources_to_targets', 'status', 'trace_attributes'],
      use_connectivity: true,
      service_defaults: {
        radius: 0,
        minimum_reachability: 50,
        search_cutoff: 35_000,
        node_snap_tolerance: 5,
        street_side_tolerance: 5,
        street_side_max_distance: 1000,
        heading_tolerance: 60,
      },
      logging: quiet,
    },
    thor: { logging: quiet, source_to_target_algorithm: 'select_optimal' },
    odin: { logging: quiet },
    meili: matchingConfig,
    service_limits: serviceLimits,
  };
}

/** Penalty for U-turns in map matching: position noise of a standing car looks like many of them. */
export const TURN_PENALTY = 1000;

const matchingConfig = {
  mode: 'auto',
  customizable: ['gps_accuracy', 'search_radius', 'turn_penalty_factor'],
  verbose: false,
  default: {
    beta: 3,
    breakage_distance: 2000,
    geometry: false,
    gps_accuracy: 5,
    interpolation_distance: 10,
    max_route_distance_factor: 5,
    max_route_time_factor: 5,
    max_search_radius: 100,
    route: true,
    search_radius: 50,
    sigma_z: 4.07,
    turn_penalty_factor: 0,
  },
  auto: { search_radius: 50, turn_penalty_factor: TURN_PENALTY },
  pedestrian: { search_radius: 50, turn_penalty_factor: 100 },
  bicycle: { turn_penalty_factor: 140 },
  multimodal: { turn_penalty_factor: 70 },
  grid: { cache_size: 100_240, size: 500 },
  logging: quiet,
};

const serviceLimits = {
  auto: limits,
  bicycle: limits,
  bikeshare: limits,
  bus: limits,
  motor_scooter: limits,
  motorcycle: limits,
  multimodal: { ...limits, max_matrix_distance: 0, max_matrix_location_pairs: 0 },
  pedestrian: { ...limits, max_transit_walking_distance: 10_000, min_transit_walking_distance: 1 },
  taxi: limits,
  transit: limits,
  truck: limits,
  centroid: { max_distance: 200_000, max_locations: 5 },
  isochrone: {
    max_contours: 4,
    max_distance: 25_000,
    max_distance_contour: 200,
    max_locations: 1,
    max_time_contour: 120,
  },
  hierarchy_limits: { allow_modification: false },
  allow_hard_exclusions: false,
  max_alternates: 2,
  max_distance_disable_hierarchy_culling: 0,
  max_exclude_locations: 50,
  max_exclude_polygons_length: 10_000,
  max_radius: 200,
  max_reachability: 100,
  max_timedep_distance: 500_000,
  max_timedep_distance_matrix: 0,
  skadi: { max_shape: 750_000, min_resample: 10 },
  status: { allow_verbose: false },
  trace: {
    max_alternates: 3,
    max_alternates_shape: 100,
    max_distance: 200_000,
    max_gps_accuracy: 100,
    max_search_radius: 100,
    max_shape: 16_000,
  },
};
