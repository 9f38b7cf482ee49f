// A Vitest reporter that writes how long each test file took, imports and hooks included, to KERB_FILE_TIMES.
const { writeFileSync } = require('node:fs');

/** All of a module's times are in ms. */
module.exports = class FileTimesReporter {
  files = [];

  onTestModuleEnd(module) {
    const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } =
      module.diagnostic();
    this.files.push({
      path: module.relativeModuleId,
      ms: environmentSetupDuration + prepareDuration + collectDuration + setupDuration + duration,
    });
  }

  onTestRunEnd() {
    writeFileSync(process.env.KERB_FILE_TIMES, JSON.stringify(this.files));
  }
};
