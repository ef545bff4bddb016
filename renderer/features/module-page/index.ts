export { ModuleDialog } from './ModuleDialog.tsx'
export { ModulePage } from './ModulePage.tsx'
export { TaskOAuthScreen } from './shell-pages.tsx'
