import { numberText } from '#shared/domain/locale.ts'

const addresses = (n: number) => (n === 1 ? '1 address' : `${numberText(n)} addresses`)

export const TEXT = {
  title: 'E-mail verification',
  check: 'Check addresses',
  checkTitle: 'Check addresses',
  checkText: 'No mail is sent for it. Results are kept for 30 days.',
  byProvider: (used: number, limit: number | null) =>
    limit === null
      ? `The provider is asked about each address; ${numberText(used)} checks this month.`
      : `The provider is asked about each address; ${numberText(used)} of ${numberText(limit)} checks this month.`,
  noProvider: 'No provider is connected: form, domain, kind of mailbox and doubles are checked.',
  list: 'Addresses',
  listHint: (max: number) => `One to a line, or with commas between; at most ${numberText(max)}.`,
  file: 'From a file',
  count: (n: number) => (n === 0 ? 'None yet' : addresses(n)),
  tooMany: (n: number, max: number) => `${addresses(n)}; a list has at most ${numberText(max)}.`,
  tooLarge: 'This file is too large for a list of addresses.',
  noneInFile: 'No address was found in this file.',
  project: 'Project',
  noProject: 'None',
  purpose: 'Purpose',
  purposeHint: 'Stands beside each result, and in the mail that asks to confirm.',
  cancel: 'Cancel',
  close: 'Close',
  start: 'Check',
  jobs: 'Lists of the last 30 days',
  running: (purpose: string, done: number, total: number) =>
    `${purpose}: ${numberText(done)} of ${addresses(total)} checked`,
  over: (purpose: string, state: string, total: number) => `${purpose}: ${addresses(total)}. ${state}.`,
  progress: (purpose: string) => `Checking ${purpose}`,
  counts: { VALID: 'valid', RISKY: 'risky', INVALID: 'invalid', UNKNOWN: 'unknown' },
  paid: (n: number) => (n === 1 ? '1 check by the provider' : `${numberText(n)} checks by the provider`),
  by: (name: string, when: string) => `${name}, ${when}`,
  stop: 'Stop',
  stopOf: (purpose: string) => `Stop checking ${purpose}`,
  stopping: 'It stops after the addresses that are being checked.',
  ask: 'Ask to confirm',
  askTitle: (n: number) => `Ask ${n === 1 ? 'one address' : addresses(n)} to confirm?`,
  askText:
    'Each gets a mail with a link that is good for 14 days. Invalid addresses, and those that were asked or have confirmed, are left out.',
  asked: (asked: number, left: number) =>
    left === 0 ? `${addresses(asked)} asked.` : `${addresses(asked)} asked, ${numberText(left)} left out.`,
  stopList: 'Stop list',
  stopTitle: 'Stop list',
  stopText: 'Nobody writes to these. A domain stands as @mail.example. Checks call them invalid.',
  stopAdd: 'Add',
  stopLabel: 'Address or @domain',
  stopRemove: 'Remove',
  stopRemoveOf: (address: string) => `Remove ${address}`,
  stopNone: 'Nothing is on the list.',
  stopFailed: 'The stop list could not be loaded.',
  putBack: 'Undo',
  removed: (address: string) => `${address} is off the list.`,
  loading: 'Loading',
  jobsFailed: 'The lists could not be loaded.',
} as const
