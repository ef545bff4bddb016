export { AddressLookupScreen } from './AddressLookupScreen.tsx'
