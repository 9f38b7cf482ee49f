// Plays the sound of a new task: two synthesised notes; browsers allow it only after a user interaction.

const notes = [
  { hertz: 392, at: 0 },
  { hertz: 523.25, at: 0.22 },
] as const;
const noteSeconds = 0.5;
const loudness = 0.16;

let context: AudioContext | null = null;

/** Unlocks audio: call it from a user interaction, because browsers require one before a page may play sounds. */
export function wakeHorn(): void {
  if (!('AudioContext' in window)) return;
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume();
}

/** Plays once; browsers block it until the user has interacted with the page. */
export function soundHorn(): void {
  if (context?.state !== 'running') return;
  const start = context.currentTime + 0.02;
  for (const { hertz, at } of notes) playNote(context, hertz, start + at);
}

function playNote(audio: AudioContext, hertz: number, at: number): void {
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  tone.type = 'triangle';
  tone.frequency.value = hertz;
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(loudness, at + 0.03);
  volume.gain.exponentialRampToValueAtTime(0.001, at + noteSeconds);
  tone.connect(volume).connect(audio.destination);
  tone.start(at);
  tone.stop(at + noteSeconds);
}
