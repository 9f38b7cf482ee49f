// Shared by npm start and npm run dev: starts the simulated fleet and prints the summary once the server is ready.
import { readFileSync } from 'node:fs';
import { startChild, stopping } from './children.mjs';
import { printStep } from './steps.mjs';

/** Short, because the simulator has nothing to save when it stops. */
const SIMULATOR_STOP_MS = 5_000;
/** Maximum time to wait for the first driver on duty before the summary is printed. */
const FIRST_DRIVERS_MS = 30_000;

const countFrom = (name, otherwise) => Number(process.env[name] || otherwise);
const simulation = {
  KERB_SIM_DRIVERS: String(countFrom('KERB_SIM_DRIVERS', 40)),
  KERB_SIM_RIDERS: String(countFrom('KERB_SIM_RIDERS', 12)),
  KERB_SIM_SPEED: String(countFrom('KERB_SIM_SPEED', 1)),
};

/** The English texts of the sign-in page, which describe the purpose of each demonstration account. */
const readLoginTexts = () =>
  JSON.parse(readFileSync(new URL('../../packages/texts/locales/en/login.json', import.meta.url), 'utf8'));

async function signIns(origin) {
  const answer = await fetch(`${origin}/api/v1/settings`);
  const { demo } = await answer.json();
  return demo?.signIns ?? [];
}

/** Prints the address and the demonstration's mobile numbers; `extra` lines follow the address. */
export async function printSummary(origin, extra = []) {
  const texts = readLoginTexts();
  const lines = (await signIns(origin)).map(
    ({ mobile, name, usertype, purpose }) =>
      `    ${mobile}  ${usertype.padEnd(10)} ${name.padEnd(22)} ${texts[`demo_purpose_${purpose}`]}`,
  );
  const people =
    lines.length > 0
      ? `\n  Sign in with one of these numbers; the code is shown there:\n${lines.join('\n')}\n`
      : '';
  const more = extra.map((line) => `  ${line}\n`).join('');
  process.stdout.write(`\n  Kerb is running at ${origin}\n${more}${people}\n  Ctrl-C stops it.\n\n`);
}

/** Resolves with true when the simulator reports drivers on duty, with false after `waitMs` or when it exits. */
export function untilOnDuty({ child, ended }, waitMs = FIRST_DRIVERS_MS) {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), waitMs);
    const settle = (isOnDuty) => {
      clearTimeout(timer);
      resolve(isOnDuty);
    };
    child.on('message', ({ kind }) => kind === 'on-duty' && settle(true));
    void ended.then(() => settle(false));
  });
}

/**
 * Starts the simulated fleet against the server at `origin`, unless it has neither drivers nor riders. Resolves once
 * the first drivers are on duty, so that a booking made then finds one.
 */
export async function startSimulator(origin, program, nodeArgs = []) {
  const { KERB_SIM_DRIVERS, KERB_SIM_RIDERS } = simulation;
  if (Number(KERB_SIM_DRIVERS) + Number(KERB_SIM_RIDERS) === 0) return;
  const beganAt = performance.now();
  const simulator = startChild(program, [], {
    nodeArgs,
    env: { ...simulation, KERB_SIM_URL: origin },
    stopMs: SIMULATOR_STOP_MS,
    ipc: true,
  });
  void simulator.ended.then((code) => {
    if (!stopping())
      printStep('simulator', `ended (exit ${code}); the city goes on without simulated people`);
  });
  if (Number(KERB_SIM_DRIVERS) === 0) return;
  if (await untilOnDuty(simulator)) printStep('drivers', 'on duty', beganAt);
}
