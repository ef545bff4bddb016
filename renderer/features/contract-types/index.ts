export { ContractTypesScreen } from './ContractTypesScreen.tsx'
