export { FiguresNote } from './FiguresNote.tsx'
