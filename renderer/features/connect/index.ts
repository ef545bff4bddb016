export { ConnectPanel } from './ConnectPanel.tsx'
