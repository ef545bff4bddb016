export { PlaceVaultPanel, VaultDialog, VaultScreen } from './VaultPlaces.tsx'
