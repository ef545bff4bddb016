export { DocumentsDialog } from './DocumentsDialog.tsx'
export { DocumentsScreen } from './DocumentsScreen.tsx'
export { ExternalDocumentScreen } from './ExternalDocumentScreen.tsx'
