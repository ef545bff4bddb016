export { PictureDialog } from './PictureDialog.tsx'
