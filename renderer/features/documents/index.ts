export { DocumentsDialog } from './DocumentsDialog.tsx'
export { DocumentsScreen } from './DocumentsScreen.tsx'
export { ExternalDocumentScreen } from './ExternalDocumentScreen.tsx'

/** The pages of a PDF, for other features: fetched when one is opened. */
export const loadPdfPages = async () => (await import('./PdfPages.tsx')).PdfPages
