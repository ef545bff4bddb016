export { AreasDialog } from './AreasDialog.tsx'
export { AreasScreen } from './AreasScreen.tsx'
