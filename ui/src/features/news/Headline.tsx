const TOGETHER = { whiteSpace: 'nowrap' } as const

/** A headline whose scores do not break after their dash. */
export const Headline = ({ text }: { readonly text: string }) =>
  text.split(/(\d+–\d+)/).map((part, nth) =>
    nth % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other name.
      <span key={nth} style={TOGETHER}>
        {part}
      </span>
    ),
  )
