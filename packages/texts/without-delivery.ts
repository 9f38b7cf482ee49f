// The texts of a delivery service, which take the place of others. Apart from index.ts: the first load needs none of it.
const mark = /_delivery(?=(_(zero|one|two|few|many|other))?$)/;

/** The key of which a text of the area `delivery` takes the place: "slogan_delivery" → slogan. */
export const withoutDelivery = (key: string): string => key.replace(mark, '');
