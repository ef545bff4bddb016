import { numberText } from '#shared/domain/locale.ts'

export const IMPORT_TEXT = {
  open: 'Import',
  mode: 'Do',
  way: 'Rows with errors',
  ways: { all: 'All or nothing', partial: 'Import the good rows' },
  choose: 'Choose a file…',
  other: 'Choose another…',
  limits: 'CSV or Excel, at most 10 MB and 10,000 rows.',
  template: 'Download a template',
  columns: (read: number, all: number) => `${numberText(read)} of ${numberText(all)} columns are read`,
  notRead: 'Not read',
  result: 'What the rows come to',
  problems: 'What is wrong',
  row: (number: number, about: string) => [`Row ${numberText(number)}`, about].filter(Boolean).join(': '),
  problem: (column: string, value: string, message: string) => {
    const about = [column, value === '' || message.includes(value) ? '' : `‘${value}’`]
      .filter(Boolean)
      .join(' ')
    return about === '' ? message : `${about}: ${message}`
  },
  more: (n: number) => `${numberText(n)} more are in the report.`,
  held: 'Nothing is imported while rows have errors. Mend the file, or import the good rows.',
  report: 'Download report',
  cancel: 'Cancel',
  again: 'Check again',
  start: (count: string) => `Import ${count}`,
  begun: 'The import runs. You can go on meanwhile, and close this window.',
  imports: 'Imports of the last 24 hours',
  progress: (fileName: string) => `Progress of ${fileName}`,
  running: (fileName: string, done: number, total: string) => `${fileName}: ${numberText(done)} of ${total}`,
  stop: 'Stop',
  stopOf: (fileName: string) => `Stop ${fileName}`,
  states: {
    STOPPED: 'Stopped.',
    FAILED: 'Failed.',
  } as Readonly<Record<string, string>>,
  failed: (count: string) => `Changed meanwhile, and left: ${count}.`,
  begunBy: (name: string, when: string) => `${name}, ${when}.`,
  of: (fileName: string, added: string, updated: string) => `${fileName}: ${added} added, ${updated} changed`,
  by: (name: string, when: string, until: string) => `${name}, ${when}. It can be undone until ${until}.`,
  undo: 'Undo',
  undoOf: (fileName: string) => `Undo ${fileName}`,
  undoAsk: (fileName: string) => `Undo the import of ${fileName}?`,
  undoText: 'What it added goes, and what it changed is as before, unless somebody changed it since.',
  keep: 'Keep it',
  undone: (undone: string, kept: string | null) =>
    kept === null ? `${undone} undone.` : `${undone} undone. Changed since, and left: ${kept}.`,
} as const
