// Page script for Chromium that draws the letters of one Unicode range with TinySDF, without those that the font lacks.

globalThis.drawRange = async ({ start, weight, sdf, ascender }) => {
  const family = 'Inter Variable';
  const codes = Array.from({ length: 256 }, (_, i) => start + i).filter((code) => code > 31);
  const text = codes.map((code) => String.fromCodePoint(code)).join('');
  await document.fonts.load(`${weight} 24px "${family}"`, text);
  const probe = document.createElement('canvas').getContext('2d');
  const widthIn = (letter, fallback) => {
    probe.font = `${weight} 200px "${family}", ${fallback}`;
    return probe.measureText(letter).width;
  };
  const tiny = new globalThis.TinySDF({ ...sdf, fontFamily: `"${family}"`, fontWeight: String(weight) });
  return codes.flatMap((id) => {
    const letter = String.fromCodePoint(id);
    // A letter that the font lacks is drawn in the fallback font, so its width differs between the two fallbacks.
    const isInFont = widthIn(letter, 'monospace') === widthIn(letter, 'serif');
    if (!isInFont || /\p{C}/u.test(letter)) return [];
    const drawn = tiny.draw(letter);
    const size = { width: drawn.glyphWidth, height: drawn.glyphHeight };
    const place = { left: Math.round(drawn.glyphLeft), top: Math.round(drawn.glyphTop) - ascender };
    return [{ id, bitmap: [...drawn.data], ...size, ...place, advance: Math.round(drawn.glyphAdvance) }];
  });
};
