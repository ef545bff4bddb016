/** What GSM's basic alphabet has (3GPP 23.038); of the second list each letter takes two places. */
const BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞ ÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
const DOUBLE = '^{}\\[~]|€'

/** How many parts an SMS is sent and paid in: 160 letters, or 70 of other scripts; of several parts 153 and 67 each. */
export function smsParts(text: string): number {
  const letters = [...text]
  const isBasic = letters.every((letter) => BASIC.includes(letter) || DOUBLE.includes(letter))
  if (!isBasic) return text.length <= 70 ? 1 : Math.ceil(text.length / 67)
  const places = letters.reduce((sum, letter) => sum + (DOUBLE.includes(letter) ? 2 : 1), 0)
  return places <= 160 ? 1 : Math.ceil(places / 153)
}

/** What a person means who answers an SMS: no more of them, or again. Null for anything else. */
export function smsWish(text: string): 'STOP' | 'START' | null {
  const [word] = text
    .trim()
    .toUpperCase()
    .split(/[\s.,!]+/)
  return word === 'STOP' || word === 'START' ? word : null
}
