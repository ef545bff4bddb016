const WAVES = [
  { y: 46, colour: '#8fd6c3' },
  { y: 33, colour: '#d7f0e8' },
  { y: 20, colour: '#f5b54a' },
]

/**
 * The product's mark, as in `public/icon.svg`, for beside its name. It is drawn in the page: a file
 * of its own comes later than the words and costs the browser a document.
 *
 * @param size its sides, in pixels
 */
export function Mark({ size }: { readonly size: number }) {
  return (
    <svg viewBox="0 0 64 64" width={size} height={size} aria-hidden="true">
      <rect width="64" height="64" rx="16" fill="#0d5c50" />
      {WAVES.map(({ y, colour }) => (
        <path
          key={y}
          d={`M14 ${y}c7-9 12-9 18-5s11 3 18-5`}
          fill="none"
          strokeLinecap="round"
          strokeWidth="5"
          stroke={colour}
        />
      ))}
    </svg>
  )
}
