// Describes the server to OpenTelemetry, for its traces and metrics.
import {
  defaultResource,
  detectResources,
  envDetector,
  type Resource,
  resourceFromAttributes,
} from '@opentelemetry/resources';

/** `OTEL_SERVICE_NAME` and `OTEL_RESOURCE_ATTRIBUTES` take precedence. */
export function describeService(version: string): Resource {
  const service = resourceFromAttributes({ 'service.name': 'kerb', 'service.version': version });
  return defaultResource()
    .merge(service)
    .merge(detectResources({ detectors: [envDetector] }));
}
