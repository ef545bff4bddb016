import { GlobalWorkerOptions, getDocument, type PDFPageProxy } from 'pdfjs-dist'
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url'
import { useEffect, useRef, useState } from 'react'
import styles from './Documents.module.css'

/** Pages that are drawn; a longer document is downloaded to be read. */
const PAGES_MAX = 50
/** Widest page in CSS pixels. */
const WIDTH = 900

/** A PDF's pages, drawn here: no plug-in, no script of the file's own, nothing fetched from elsewhere. */
export function PdfPages({ blob, name, onError }: { blob: Blob; name: string; onError: () => void }) {
  const [pages, setPages] = useState<readonly PDFPageProxy[]>([])
  useEffect(() => {
    GlobalWorkerOptions.workerSrc = workerUrl
    const abort = new AbortController()
    const { signal } = abort
    readPages(blob, signal).then(
      (read) => {
        if (!signal.aborted) setPages(read)
      },
      () => {
        if (!signal.aborted) onError()
      },
    )
    return () => abort.abort()
  }, [blob, onError])
  return (
    <div className={styles.pages} role="img" aria-label={name}>
      {pages.map((page) => (
        <Page key={page.pageNumber} page={page} />
      ))}
    </div>
  )
}

async function readPages(blob: Blob, signal: AbortSignal): Promise<readonly PDFPageProxy[]> {
  const data = new Uint8Array(await blob.arrayBuffer())
  const reading = getDocument({ data, useWasm: false, enableXfa: false })
  signal.addEventListener('abort', () => void reading.destroy())
  const pdf = await reading.promise
  const pages: PDFPageProxy[] = []
  for (let number = 1; number <= Math.min(pdf.numPages, PAGES_MAX) && !signal.aborted; number++)
    pages.push(await pdf.getPage(number))
  return pages
}

function Page({ page }: { page: PDFPageProxy }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const element = canvas.current
    if (!element) return
    const scale = WIDTH / page.getViewport({ scale: 1 }).width
    const viewport = page.getViewport({ scale: scale * Math.min(2, window.devicePixelRatio) })
    element.width = viewport.width
    element.height = viewport.height
    const drawing = page.render({ canvas: element, viewport })
    drawing.promise.catch(() => {})
    return () => drawing.cancel()
  }, [page])
  return <canvas ref={canvas} />
}
