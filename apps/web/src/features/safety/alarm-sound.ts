// Plays the sound of an alert: three synthesised double tones; silent where the browser blocks audio.

const tones = [880, 660, 880, 660, 880, 660];
const toneSecs = 0.18;

export function soundAlarm(): void {
  if (typeof AudioContext === 'undefined') return;
  const audio = new AudioContext();
  const volume = audio.createGain();
  volume.gain.value = 0.2;
  volume.connect(audio.destination);
  for (const [index, frequency] of tones.entries()) {
    const tone = audio.createOscillator();
    tone.frequency.value = frequency;
    tone.connect(volume);
    tone.start(audio.currentTime + index * toneSecs);
    tone.stop(audio.currentTime + (index + 0.8) * toneSecs);
  }
  setTimeout(() => void audio.close(), (tones.length + 1) * toneSecs * 1000);
}
