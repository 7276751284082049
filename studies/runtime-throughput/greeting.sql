create table greeting (id integer primary key, name text not null, message text not null);
insert into greeting values (1, 'Rick', 'Hello World');
analyze greeting;
