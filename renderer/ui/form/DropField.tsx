import { IconCloudUpload } from '@tabler/icons-react'
import { type DragEvent, type ReactNode, useState } from 'react'
import { ChooseFile, type ChooseFileProps } from './ChooseFile.tsx'
import styles from './Files.module.css'

interface DropFieldProps extends Omit<ChooseFileProps, 'children'> {
  /** What the button says. */
  readonly choose: string
  /** What may be dropped, in words. */
  readonly hint: string
  /** What stands there while files are held over it. */
  readonly dropNow: string
  readonly icon?: ReactNode
  /** The file that was chosen, in words; the hint goes then. */
  readonly chosen?: ReactNode
  /** Other ways to a file, beside the button. */
  readonly children?: ReactNode
  /** All on one line, where there is room. */
  readonly isWide?: boolean
}

/** A place for files: they are chosen with its button or dropped on it. */
export function DropField({
  choose,
  hint,
  dropNow,
  icon = <IconCloudUpload size={28} stroke={1.5} />,
  chosen,
  children,
  isWide = false,
  ...button
}: DropFieldProps) {
  const [isOver, setOver] = useState(false)
  const { isDisabled = false, isMultiple = false, onFiles } = button
  const dropped = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const files = [...event.dataTransfer.files].slice(0, isMultiple ? undefined : 1)
    if (files.length > 0 && !isDisabled) onFiles(files)
  }
  const left = ({ currentTarget, relatedTarget }: DragEvent) => {
    // Over what stands inside it is over it.
    if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a pointer's short cut to the labelled input inside
    <div
      className={styles.drop}
      data-wide={isWide}
      data-over={isOver}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(!isDisabled)
      }}
      onDragLeave={left}
      onDrop={dropped}
    >
      <span className={styles.icon} aria-hidden="true">
        {icon}
      </span>
      {chosen ? <span className={styles.chosen}>{chosen}</span> : null}
      <ChooseFile {...button}>{choose}</ChooseFile>
      {children}
      {chosen ? null : <span>{isOver ? dropNow : hint}</span>}
    </div>
  )
}
