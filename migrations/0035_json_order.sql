-- jsonb sorts the members of objects; these texts keep the order in which they were written (content.md#members-keep-their-order).
alter table app.item
  alter column faq drop default,
  alter column faq type json using faq::json,
  alter column faq set default '[]',
  alter column schema_json_ld type json using schema_json_ld::json,
  alter column custom_fields drop default,
  alter column custom_fields type json using custom_fields::json,
  alter column custom_fields set default '{}';
alter table app.item_revision alter column snapshot type json using snapshot::json;
