/** A sentence that has to wrap wherever it stands. */
export const LONG =
  'The quarterly household panel for the northern regions, second wave, with the extra questions on travel and on what people pay for it, is waiting for whoever has it in hand'

/** A word that has no place to break. */
export const LONG_WORD = 'Donaudampfschifffahrtsgesellschaftskapitaenswitwenrentenauszahlungsstelle'

/** What breaks out of markup, formats and directions where it isn't kept as text. */
export const HOSTILE = `<b onclick="alert(1)">"bold' & {{x}} %s ${String.fromCharCode(0x202e)}txt.exe${String.fromCharCode(0x202c)} a${String.fromCharCode(0x0301, 0x0323, 0x0308)}`
