// Keys of the texts that replace others in a delivery service. Separate from index.ts, because the first load does not
// need it.
const mark = /_delivery(?=(_(zero|one|two|few|many|other))?$)/;

/** Returns the key that a text of the area `delivery` replaces: "slogan_delivery" → slogan. */
export const withoutDelivery = (key: string): string => key.replace(mark, '');
