import type { VaultUse } from '#shared/domain/vault.ts'
import type { VaultFaultKind } from './crypto/fault.ts'
import type { PassphraseFault } from './strength.ts'

/** 'My secure vault' (spec 3 §2). */
export const VAULT_TEXT = {
  title: 'My secure vault',
  close: 'Close the vault',
  asPage: 'Open as a page',
  loading: 'Opening your vault',
  failed: 'Your vault could not be loaded.',
  retry: 'Try again',
  cancel: 'Cancel',
  noWorker: 'Your browser could not work on the passphrase. Reload the page and try again.',
} as const

export const SET_UP_TEXT = {
  lead: 'Keep passwords and other secrets where only you can read them. They are encrypted on this device before they are sent; the server can’t read them, and nobody there can reset your passphrase.',
  lostTitle: 'If you forget the passphrase',
  lost: 'the printed key, which you get next, opens the vault. If you lose both, what is in the vault is lost for good, unless your company has a key of its own and you agreed to it. A new password for Fieldwork doesn’t help.',
  coversTitle: 'What it protects from',
  covers:
    'Somebody who reads the server’s database or its traffic sees labels, times and sizes, and no secret. A server that gives you other keys, older entries or somebody else’s is noticed on a device that has seen yours. Not covered: a server that lies to a device from its first visit on, or that serves a changed program.',
  label: 'Passphrase',
  hint: (least: number) =>
    `At least ${least} characters; four or five words that don’t belong together do well.`,
  again: 'Passphrase again',
  differ: 'The two are not the same.',
  make: 'Make the vault',
  working: 'Working on it …',
} as const

export const STRENGTH_TEXT = {
  name: 'Strength of the passphrase',
  scores: ['Very weak', 'Weak', 'Weak', 'Good', 'Strong'],
} as const

export const PASSPHRASE_FAULTS: Readonly<Record<PassphraseFault, (least: number) => string>> = {
  short: (least) => `The passphrase needs at least ${least} characters.`,
  common: () => 'This is in a list of common passwords, which is tried first. Choose another.',
  weak: () => 'This is too easy to guess. Add a word or two.',
}

export const UNLOCK_TEXT = {
  lead: 'Your vault is locked.',
  passphrase: 'Passphrase',
  unlock: 'Unlock',
  missing: 'Type your passphrase.',
  forgotten: 'Forgot the passphrase?',
  recoverLead:
    'With your printed key you choose a new passphrase. You then get a new printed key; the old one stops working.',
  recoveryKey: 'Printed key',
  recoveryHint: 'Eight groups of four; spaces and small letters don’t matter.',
  recover: 'Set a new passphrase',
  lostBoth: 'Lost both?',
  startAgainLead:
    'Without passphrase and printed key nobody can open what is in your vault. You can only start again with an empty one.',
  startAgain: 'Delete everything and start again',
  sure: 'Delete all entries for good?',
  yes: 'Delete for good',
} as const

export const PRINTED_TEXT = {
  title: 'Your printed key',
  lead: 'It opens the vault without the passphrase. Print it or write it down, and keep it away from this computer. It is shown this once.',
  name: 'Printed key',
  print: 'Print',
  copy: 'Copy',
  kept: 'I have kept it',
  printTitle: 'Fieldwork: key of my secure vault',
} as const

export const ENTRIES_TEXT = {
  list: 'Entries',
  search: 'Search entries',
  add: 'Add entry',
  none: 'Nothing in your vault yet.',
  noneShared: 'Nothing in this vault yet.',
  noneLead: 'Add a password, a one-time code or a note: it is encrypted here before it is sent.',
  keys: 'Enter shows it; C copies the password, U the user name, T the one-time code; E edits.',
  noneFound: 'No entry is called like that.',
  pages: 'Pages of entries',
  facts: (name: string, time: string) => `${name}, ${time}`,
  show: (label: string) => `Show ${label}`,
  hide: (label: string) => `Hide ${label}`,
  copyPassword: (label: string) => `Copy the password of ${label}`,
  copyUsername: (label: string) => `Copy the user name of ${label}`,
  edit: (label: string) => `Edit ${label}`,
  remove: (label: string) => `Delete ${label}`,
  sure: 'Delete it for good?',
  yes: 'Delete',
  copied: 'Copied. It is taken out of the clipboard in 20 seconds.',
  copyRefused: 'Your browser did not allow copying.',
  nothingToCopy: {
    password: 'There is no password in this entry.',
    username: 'There is no user name in this entry.',
    totp: 'This entry makes no one-time codes.',
  },
  fields: {
    username: 'User name',
    password: 'Password',
    totp: 'One-time code',
    address: 'Address',
    notes: 'Notes',
  },
  copyCode: (label: string) => `Copy the one-time code of ${label}`,
  codeLeft: 'Time that the code holds',
  seconds: (left: number) => `${left} s`,
  noCode: 'The key of the codes can’t be read.',
  exposed: 'Change it at the source',
  exposedLead:
    'Somebody who could read this password doesn’t read this vault any more. Set a new one where it is used, and save that here.',
  writtenBy: (name: string, time: string) => `This version is ${name}’s, of ${time}.`,
  empty: 'None',
  uses: 'Who used it',
  usesFailed: 'Who used it could not be loaded.',
  missing: (count: number) =>
    count === 1
      ? '1 entry that this device has seen is not in the vault any more. Nobody has signed that they deleted it: tell support.'
      : `${count} entries that this device has seen are not in the vault any more. Nobody has signed that they deleted them: tell support.`,
  missingKnown: 'I know of that',
  stale: 'This may not be what is there now.',
  notKept:
    'This browser’s storage is full or blocked: what this device has seen of the vault is forgotten when you close the page, and an older answer of the server isn’t noticed then.',
} as const

export const USES: Readonly<Record<VaultUse, string>> = {
  ADDED: 'added it',
  VIEWED: 'looked at it',
  COPIED: 'copied from it',
  CHANGED: 'changed it',
  REKEYED: 'encrypted it for other people',
}

export const FORM_TEXT = {
  add: 'Add an entry',
  edit: (label: string) => `Edit ${label}`,
  label: 'Label',
  labelHint: 'The server can read the label, and nothing else of the entry.',
  labelMissing: 'Give the entry a label.',
  generate: 'Make a password',
  save: 'Save',
  cancel: 'Cancel',
  kept: 'This is what you were writing when the vault was locked or closed.',
  totpHint: 'Paste the address (otpauth://…), the key in letters, or a picture of the QR code.',
  totpWrong: 'This is no key for one-time codes.',
  noQrCode: 'No QR code for one-time codes could be read there. Paste its address or its key.',
  conflictTitle: 'The entry as it stands now',
  conflict: (name: string) =>
    `${name} changed this entry while you were writing. What you typed is still here.`,
  conflictGone: 'This entry was deleted while you were writing. What you typed is still here.',
  showTheirs: 'Show that version',
  takeTheirs: 'Keep that version',
  keepMine: 'Save mine over it',
  saveAsNew: 'Save as a new entry',
} as const

export const PLACES_TEXT = {
  list: 'Vaults',
  own: 'My own',
  unnamed: { USER: 'My own', PROJECT: 'Project', TASK: 'Task' },
  newKeys: 'Change passphrase',
  lock: 'Lock',
  gone: 'This vault is not for you.',
  goneLead: 'You are not, or not any more, one of its people. Ask one of them.',
} as const

export const PEOPLE_TEXT = {
  summary: (people: number, without: number) =>
    `${people === 1 ? '1 person reads this' : `${people} people read this`}${
      without === 0 ? '' : `, ${without} of them once they have set up their vault`
    }`,
  lead: 'The people of this project or task read its entries. The words belong to somebody’s keys: where two of you see the same words for the same person, nobody stands between you.',
  you: (name: string) => `${name} (you)`,
  noKeys: 'Has not set up a vault yet, and reads nothing until then.',
  notCovered:
    'Not covered: the first keys that this device sees of somebody, unless you compare the words, and who belongs to the project or task, which is the server’s word.',
  waiting: (count: number) =>
    count === 1
      ? '1 entry waits for you: it shows as soon as one of its readers has opened their vault.'
      : `${count} entries wait for you: they show as soon as one of their readers has opened their vault.`,
  rekeying: (count: number) =>
    count === 1 ? 'Encrypting 1 entry for other people …' : `Encrypting ${count} entries for other people …`,
  changedTitle: (name: string) => `The keys of ${name} are not those that this device knows.`,
  changedLead: (name: string) =>
    `Either ${name} started their vault again, or somebody stands between you. Nothing is encrypted for these keys until you have compared the words: ask ${name}, face to face or on the telephone, which words their vault shows.`,
  wordsNow: 'Now',
  wordsBefore: 'Before',
  compared: 'We compared: the words now are theirs',
} as const

export const CHANGED_TEXT = {
  title: 'These are not the keys that this device knows.',
  lead: 'The server gave other keys for your vault than before. If you started again on another device, that is why. If not, don’t type your passphrase, and tell support.',
  accept: 'I started again elsewhere',
} as const

export const FAULT_TEXT: Readonly<Record<VaultFaultKind, string>> = {
  passphrase: 'The passphrase is not right.',
  recoveryKey: 'The printed key is not right.',
  keysChanged: 'The server gave other keys for your vault than this device knows.',
  keysOld: 'The server gave keys of your vault that you have replaced.',
  readerChanged: 'The server gave other keys for this person than this device knows.',
  companyKey: 'This is not the company’s printed key.',
  companySeal:
    'What this person sealed for the company can’t be opened: the server gave something else. Nothing was changed.',
  entryForeign: 'This entry is not what was written for you: it was changed or comes from elsewhere.',
  entryOld: 'This is an older version of the entry than this device has seen.',
  entryForked: 'There are two entries under the same version: the server showed another one before.',
  entryMissing: 'This entry is not in the vault any more.',
}

export const CHANGE_TEXT = {
  lead: 'You get a new printed key, too; the old one stops working.',
  present: 'Present passphrase',
  change: 'Change it',
} as const

/** For whom the company keeps a way in (spec 3 §2). */
export const COMPANY_TEXT = {
  offered: 'Your company has a key of its own for vaults',
  offeredLead: (name: string) =>
    `${name} made it. If you agree, whoever has it on paper can open your own vault and what you read of projects and tasks, and give you a new printed key when you have lost both of yours. You are told each time. If you don’t agree, nobody but you can open it, and both keys lost means lost for good.`,
  words:
    'Compare these words with those that your company gave you. Others mean that somebody else would get in.',
  agree: 'Agree',
  agreed: 'Your company’s key can open your vault',
  agreedLead: 'You agreed to it, and are told each time it is used. Taken back, it opens your vault no more.',
  takeBack: 'Take it back',
  passphrase: 'Your passphrase',
  otherTitle: 'Your company’s key is another than the one that you agreed to.',
  otherLead: 'The new one can’t open your vault unless you agree to it. Compare the words first.',
  failed: 'The company’s key could not be loaded.',
  desk: 'Company’s key',
  deskLead:
    'With this key the company can give people a new printed key who have lost theirs and their passphrase, if they agreed to it before. It is shown once and kept on paper; the server can open nothing with what it has.',
  none: 'The company has no key for vaults.',
  make: 'Make the key',
  madeBy: (name: string, time: string) => `Made by ${name}, ${time}.`,
  people: (count: number, of: number) =>
    `${count} of ${of === 1 ? '1 person' : `${of} people`} with a vault agreed to it.`,
  nobody: 'Nobody has agreed to it yet.',
  helpTitle: 'Give somebody a new printed key',
  helpLead:
    'Their passphrase stops working; with the new printed key they choose another. They are told that you opened their vault, and why.',
  person: 'Person',
  choose: 'Choose a person',
  reason: 'Reason',
  reasonMissing: 'Say why: the person reads it.',
  printed: 'The company’s printed key',
  help: 'Make a new printed key',
  replace: 'Make another key',
  replaceSure: 'Everybody has to agree again, and the printed key stops working. Make another key?',
  end: 'Give the key up',
  endSure: 'The printed key stops working, and who loses both of theirs loses their vault. Give it up?',
  yes: 'Yes',
} as const

export const COMPANY_PRINTED_TEXT = {
  title: 'The company’s printed key',
  lead: 'It opens the vaults of people who agree to it. Print it twice and lock it away in two places. It is shown this once.',
  name: 'Printed key',
  printTitle: 'Fieldwork: the company’s key for vaults',
} as const

export const PERSON_PRINTED_TEXT = {
  title: 'A new printed key for this person',
  lead: 'Hand it over face to face. With ‘Forgot the passphrase?’ it opens their vault; they choose a passphrase then and get another printed key. It is shown this once.',
  name: 'Printed key',
  printTitle: 'Fieldwork: key of a secure vault',
} as const
