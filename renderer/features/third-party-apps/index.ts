export { AppsScreen } from './AppsScreen.tsx'
export { Consent } from './Consent.tsx'
export { ThirdPartyApps } from './ThirdPartyApps.tsx'
