/** Characters of a set-up code: none that is taken for another (spec 5 §2.1). 32 of them, so a byte picks one evenly. */
export const SETUP_CODE_ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
export const SETUP_CODE_LENGTH = 16
const GROUP = 4

/** The code in four groups, as it is printed. */
export const groupedCode = (code: string): string =>
  code.match(new RegExp(`.{1,${GROUP}}`, 'g'))?.join('-') ?? ''

/** The code that somebody meant by what they typed or pasted: without blanks and dashes, in capitals. */
export const setupCodeMeant = (typed: string): string =>
  typed
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[\s\u200b\u2010-\u2015-]/g, '')

/** What the server prints for whoever installs it (spec 5 §2.1). */
export const setupSentence = (address: string, code: string): string =>
  `Set up this installation at ${address}/setup with the code ${code}. It is good for 24 hours.`

export const SETUP_TEXT = {
  notYet: 'This installation is not set up yet.',
  done: 'This installation is already set up.',
  nobodyCanGrant: 'Nobody can grant permissions. Run fieldwork-admin create-admin.',
  wrongCode: 'This set-up code is not right, or has ended.',
}

/** How long a public origin still works once there is another, in days (spec 5 §5.7). */
export const FORMER_ORIGIN_DAYS = 7

/** What came of asking for this installation at an address. */
export const ADDRESS_RESULTS = [
  'REACHES',
  'NAME_NOT_FOUND',
  'NO_ANSWER',
  'CERTIFICATE',
  'ANOTHER',
  'PROXY',
] as const
export type AddressResult = (typeof ADDRESS_RESULTS)[number]

/** The same in words (spec 5 §2.2). */
export const ADDRESS_TEXT: Readonly<Record<AddressResult, string>> = {
  REACHES: 'This address reaches this installation.',
  NAME_NOT_FOUND: 'The name in this address was not found.',
  NO_ANSWER: 'Nothing answers at this address.',
  CERTIFICATE: 'The certificate at this address is not trusted.',
  ANOTHER: 'Another installation answers at this address.',
  PROXY: 'A proxy answers whose headers are not trusted. Add its address to the trusted proxies.',
}
