export { LivePanelScreen } from './LivePanelScreen.tsx'
