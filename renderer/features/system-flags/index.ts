export { FlagsScreen } from './FlagsScreen.tsx'
