-- The parcel type and option of a recurring delivery by description, because their indexes change when an admin adds
-- or removes one. Existing rows get the choices that their indexes have now; without a description the index counts.
alter table recurring_bookings add column parcel_type text, add column option text;
update recurring_bookings r set
  parcel_type = c.parcel_types -> (r.instruction_data ->> 'parcelTypeIndex')::int ->> 'description',
  option = c.options -> (r.instruction_data ->> 'optionIndex')::int ->> 'description'
from car_types c
where c.id = r.car_type and r.instruction_data is not null;
