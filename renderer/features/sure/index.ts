export { SureButton } from './SureButton.tsx'
export { TypedNumber, typedFault } from './TypedNumber.tsx'
