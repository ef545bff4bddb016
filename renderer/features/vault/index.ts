export { VaultDialog, VaultScreen } from './VaultPlaces.tsx'
