export { PictureDialog } from './PictureDialog.tsx'
export { ProfileDialog, SettingsDialog } from './ProfileDialog.tsx'
