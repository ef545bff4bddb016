export { NotesDialog } from './NotesDialog.tsx'
