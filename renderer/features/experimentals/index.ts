export { ExperimentalsScreen } from './ExperimentalsScreen.tsx'
