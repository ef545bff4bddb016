export { ImportDialog } from './ImportDialog.tsx'
export { Imports } from './Imports.tsx'
export type { FileImport } from './kind.ts'
export { IMPORT_TEXT } from './text.ts'
