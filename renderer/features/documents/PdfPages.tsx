import {
  GlobalWorkerOptions,
  getDocument,
  InvalidPDFException,
  PasswordException,
  type PDFDocumentProxy,
} from 'pdfjs-dist'
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url'
import { type RefObject, useEffect, useRef, useState } from 'react'
import styles from './Documents.module.css'

/** Widest page in CSS pixels. */
const WIDTH = 900
/** How much is asked for at once, in bytes. */
const PART_BYTES = 256 * 1024
/** Pages so far from the view are drawn, those beyond are let go: a share of the view's height. */
const AHEAD = '100% 0px'

interface PdfPagesProps {
  /** The whole file, or where its parts are had by Range: then only those that are looked at are fetched. */
  readonly file: Blob | string
  readonly name: string
  /** It can't be shown: the file is no PDF that can be read, else it couldn't be fetched. */
  readonly onError: (isBroken: boolean) => void
}

interface OpenPdf {
  readonly pdf: PDFDocumentProxy
  /** Of the first page, in points: what the others are taken for until they are drawn. */
  readonly width: number
  readonly height: number
}

const isBroken = (error: unknown): boolean =>
  error instanceof InvalidPDFException || error instanceof PasswordException

/** A PDF's pages, drawn here: no plug-in, no script of the file's own, nothing fetched from elsewhere. */
export function PdfPages({ file, name, onError }: PdfPagesProps) {
  const [open, setOpen] = useState<OpenPdf | null>(null)
  useEffect(() => {
    GlobalWorkerOptions.workerSrc = workerUrl
    const abort = new AbortController()
    const { signal } = abort
    openPdf(file, signal).then(
      (opened) => {
        if (!signal.aborted) setOpen(opened)
      },
      (error: unknown) => {
        if (!signal.aborted) onError(isBroken(error))
      },
    )
    return () => {
      abort.abort()
      setOpen(null)
    }
  }, [file, onError])
  return (
    <div className={styles.pages} role="img" aria-label={name}>
      {open
        ? Array.from({ length: open.pdf.numPages }, (_, at) => at + 1).map((number) => (
            <Page key={number} open={open} number={number} onError={onError} />
          ))
        : null}
    </div>
  )
}

async function openPdf(file: Blob | string, signal: AbortSignal): Promise<OpenPdf> {
  const source =
    typeof file === 'string'
      ? { url: file, rangeChunkSize: PART_BYTES, disableAutoFetch: true, disableStream: true }
      : { data: new Uint8Array(await file.arrayBuffer()) }
  signal.throwIfAborted()
  const reading = getDocument({ ...source, useWasm: false, enableXfa: false })
  signal.addEventListener('abort', () => void reading.destroy())
  const pdf = await reading.promise
  const { width, height } = (await pdf.getPage(1)).getViewport({ scale: 1 })
  return { pdf, width, height }
}

interface PageProps {
  readonly open: OpenPdf
  readonly number: number
  readonly onError: (isBroken: boolean) => void
}

/** One page, drawn while it is in the view or near it; its place is kept before and after. */
function Page({ open, number, onError }: PageProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const isNear = useIsNear(canvas)
  useEffect(() => {
    const element = canvas.current
    if (!element || !isNear) return
    const leaving = new AbortController()
    drawPage(open.pdf, number, element, leaving.signal).catch((error: unknown) => {
      if (!leaving.signal.aborted) onError(isBroken(error))
    })
    return () => {
      leaving.abort()
      // A canvas keeps its pixels for as long as it has a size.
      element.width = 0
      element.height = 0
    }
  }, [open, number, isNear, onError])
  return <canvas ref={canvas} style={{ aspectRatio: `${open.width} / ${open.height}` }} />
}

async function drawPage(
  pdf: PDFDocumentProxy,
  number: number,
  canvas: HTMLCanvasElement,
  signal: AbortSignal,
): Promise<void> {
  const page = await pdf.getPage(number)
  if (signal.aborted) return
  const { width, height } = page.getViewport({ scale: 1 })
  canvas.style.aspectRatio = `${width} / ${height}`
  const viewport = page.getViewport({ scale: (WIDTH / width) * Math.min(2, window.devicePixelRatio) })
  canvas.width = viewport.width
  canvas.height = viewport.height
  const drawing = page.render({ canvas, viewport })
  signal.addEventListener('abort', () => drawing.cancel())
  await drawing.promise
  page.cleanup()
}

function useIsNear(place: RefObject<Element | null>): boolean {
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    const element = place.current
    if (!element) return
    const observer = new IntersectionObserver((entries) => setNear(entries.at(-1)?.isIntersecting ?? false), {
      rootMargin: AHEAD,
      scrollMargin: AHEAD,
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [place])
  return isNear
}
