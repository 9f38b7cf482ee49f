// Draws the replay of a run on a canvas: cars and waiting riders at one moment, with play, pause and a time slider.
const data = JSON.parse(document.getElementById('replay-data').textContent);
const canvas = document.getElementById('replay');
const slider = document.getElementById('replay-time');
const clock = document.getElementById('replay-clock');
const playButton = document.getElementById('replay-play');
const policySelect = document.getElementById('replay-policy');
const speedSelect = document.getElementById('replay-speed');
const counts = document.getElementById('replay-counts');
const context = canvas.getContext('2d');
const purposes = ['idle', 'pickup', 'trip'];
let isPlaying = false;
let lastFrame = 0;

const run = () => data.runs.find(({ policy }) => policy === policySelect.value) ?? data.runs[0];

function colourOf(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}

/** Fits the city into the canvas with the right proportions; points are [east, north] in units of 1e-5 degrees. */
function projection(width, height) {
  const margin = 12;
  const [west, south, east, north] = data.box;
  const shrink = Math.cos((data.latitude * Math.PI) / 180);
  const spanX = Math.max(1, (east - west) * shrink);
  const spanY = Math.max(1, north - south);
  const scale = Math.min((width - 2 * margin) / spanX, (height - 2 * margin) / spanY);
  const left = (width - spanX * scale) / 2;
  const top = (height - spanY * scale) / 2;
  return ([x, y]) => [left + (x - west) * shrink * scale, top + (north - y) * scale];
}

/** The last drive of a car that began before the moment; drives are in order of time. */
function driveAt(drives, at) {
  let low = 0;
  let high = drives.length - 1;
  let found = -1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    if (drives[middle][0] <= at) {
      found = middle;
      low = middle + 1;
    } else high = middle - 1;
  }
  return drives[found];
}

function carAt({ from, until, start, drives }, at) {
  if (at < from || at > until) return null;
  const drive = driveAt(drives, at);
  if (!drive) return { point: start, purpose: 0 };
  const [begin, end, purpose, x, y, toX, toY] = drive;
  const fraction = end > begin ? Math.min(1, (at - begin) / (end - begin)) : 1;
  return { point: [x + (toX - x) * fraction, y + (toY - y) * fraction], purpose: at > end ? 0 : purpose };
}

function drawPoints(project, points, size) {
  for (const point of points) {
    const [x, y] = project(point);
    context.fillRect(x - size / 2, y - size / 2, size, size);
  }
}

function drawCircle([x, y], radius) {
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
}

function draw() {
  const ratio = window.devicePixelRatio || 1;
  const { clientWidth: width, clientHeight: height } = canvas;
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  const project = projection(width, height);
  const at = Number(slider.value);
  context.fillStyle = colourOf('city');
  drawPoints(project, data.places, 1.5);

  const byPurpose = [0, 0, 0];
  for (const car of run().cars) {
    const seen = carAt(car, at);
    if (!seen) continue;
    byPurpose[seen.purpose] += 1;
    context.fillStyle = colourOf(purposes[seen.purpose]);
    drawCircle(project(seen.point), seen.purpose === 0 ? 2.5 : 3.5);
    context.fill();
  }
  let waiting = 0;
  context.strokeStyle = colourOf('waiting');
  context.lineWidth = 2;
  for (const [from, until, x, y] of run().waits) {
    if (at < from || at >= until) continue;
    waiting += 1;
    drawCircle(project([x, y]), 5);
    context.stroke();
  }
  const hours = Math.floor(at / 3600) % 24;
  const minutes = Math.floor((at % 3600) / 60);
  const text = `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`;
  clock.textContent = text;
  slider.setAttribute('aria-valuetext', text);
  counts.textContent = `${waiting} riders waiting, ${byPurpose[1]} cars driving to a pickup, ${byPurpose[2]} on trips, ${byPurpose[0]} free`;
}

function setPlaying(playing) {
  isPlaying = playing;
  playButton.textContent = playing ? 'Pause' : 'Play';
  if (playing) requestAnimationFrame(step);
}

function step(time) {
  if (!isPlaying) return;
  const elapsed = lastFrame === 0 ? 0 : Math.min(0.1, (time - lastFrame) / 1000);
  lastFrame = time;
  const next = Number(slider.value) + elapsed * Number(speedSelect.value);
  slider.value = String(next);
  draw();
  if (next >= Number(slider.max)) setPlaying(false);
  else requestAnimationFrame(step);
}

playButton.addEventListener('click', () => {
  lastFrame = 0;
  if (!isPlaying && Number(slider.value) >= Number(slider.max)) slider.value = slider.min;
  setPlaying(!isPlaying);
});
slider.addEventListener('input', draw);
policySelect.addEventListener('change', draw);
window.addEventListener('resize', draw);
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', draw);
draw();
