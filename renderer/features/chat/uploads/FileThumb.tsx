import {
  IconFile,
  IconFileTypePdf,
  IconMicrophone,
  IconMovie,
  IconPhoto,
  IconTable,
} from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { type FileKind, fileKind } from '#shared/domain/chat-files.ts'
import styles from './Files.module.css'

const ICONS: Partial<Record<FileKind, typeof IconFile>> = {
  AUDIO: IconMicrophone,
  VIDEO: IconMovie,
  IMAGE: IconPhoto,
  PDF: IconFileTypePdf,
  SPREADSHEET: IconTable,
}
/** Types of image that a page draws without running anything in them. */
const DRAWN = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/bmp', 'image/avif'])

/** A chosen file at a glance: an image itself, a sign for anything else, also for an image that can't be drawn. */
export function FileThumb({ file }: { file: File }) {
  const [broken, setBroken] = useState<File | null>(null)
  const url = useObjectUrl(DRAWN.has(file.type) && file !== broken ? file : null)
  const Icon = ICONS[fileKind(file.name)] ?? IconFile
  return (
    <span className={styles.thumb} aria-hidden="true">
      {url === null ? (
        <Icon size={20} stroke={1.6} />
      ) : (
        <img src={url} alt="" onError={() => setBroken(file)} />
      )}
    </span>
  )
}

/** An address of the file for as long as it is drawn. */
function useObjectUrl(file: File | null): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (!file) return setUrl(null)
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return url
}
