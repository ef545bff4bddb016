/** What the tests that take the pictures ask of the page, as `window.gallery`. */
export interface Gallery {
  readonly specimens: readonly {
    /** As its picture is called. */
    readonly name: string
    /** It fills the page and is drawn with it. */
    readonly isPage: boolean
    /** It is drawn in two of the four ways. */
    readonly isBrief: boolean
  }[]
  /** Shows one of them and nothing else, once all of it is drawn. @throws Error where the page never rests */
  show(name: string, scheme: 'light' | 'dark'): Promise<void>
}
