export { AdaptorsScreen } from './AdaptorsScreen.tsx'
