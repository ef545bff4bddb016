export { QuestsDialog, QuestsScreen } from './screens.tsx'
